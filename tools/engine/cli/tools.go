//go:build tools

// Package cli pins the Pulumi engine and its YAML language host, for machines that cannot reach Pulumi's downloads.
package cli

import (
	_ "github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml"
	_ "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi"
)

//go:build tools

// Package nodejs pins the Node.js and Python language hosts: the newest that build as a Go module are in this version of the SDK.
package nodejs

import (
	_ "github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs"
	_ "github.com/pulumi/pulumi/sdk/v3/python/cmd/pulumi-language-python"
)

//go:build tools

// Package nodejs pins the Node.js language host: the newest that builds as a Go module is in this version of the SDK.
package nodejs

import (
	_ "github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs"
)

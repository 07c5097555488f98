// benjaminestes/robots behind repspec's adapter protocol.
package main

import (
	"bytes"
	"net/http"

	"github.com/benjaminestes/robots/v2"
	adapter "github.com/repspec/repspec/harness/adapters/go"
)

func main() {
	adapter.Serve(
		adapter.About{
			Name:     "benjaminestes-robots",
			Version:  adapter.Version("github.com/benjaminestes/robots/v2"),
			Language: "Go",
			Homepage: "https://github.com/benjaminestes/robots",
		},
		func(octets []byte) (*robots.Robots, error) {
			return robots.From(http.StatusOK, bytes.NewReader(octets))
		},
		func(parsed *robots.Robots, token, uri string) (bool, error) { return parsed.Test(token, uri), nil },
	)
}

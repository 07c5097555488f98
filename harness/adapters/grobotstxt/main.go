// grobotstxt behind repspec's adapter protocol.
package main

import (
	"github.com/jimsmart/grobotstxt"
	adapter "github.com/repspec/repspec/harness/adapters/go"
)

func main() {
	adapter.Serve(
		adapter.About{
			Name:     "grobotstxt",
			Version:  adapter.Version("github.com/jimsmart/grobotstxt"),
			Language: "Go",
			Homepage: "https://github.com/jimsmart/grobotstxt",
		},
		func(octets []byte) (string, error) { return string(octets), nil },
		func(body, token, uri string) (bool, error) { return grobotstxt.AgentAllowed(body, token, uri), nil },
	)
}

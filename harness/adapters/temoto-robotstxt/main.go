// temoto/robotstxt behind repspec's adapter protocol.
package main

import (
	adapter "github.com/repspec/repspec/harness/adapters/go"
	"github.com/temoto/robotstxt"
)

func main() {
	adapter.Serve(
		adapter.About{
			Name:     "temoto-robotstxt",
			Version:  adapter.Version("github.com/temoto/robotstxt"),
			Language: "Go",
			Homepage: "https://github.com/temoto/robotstxt",
		},
		robotstxt.FromBytes,
		func(parsed *robotstxt.RobotsData, token, uri string) (bool, error) {
			return parsed.TestAgent(adapter.PathOf(uri), token), nil
		},
	)
}

// Visits a page and what it links, with Colly's own respect for robots.txt.
//
//	go mod init colly-example && go get github.com/gocolly/colly/v2 && go build -o colly colly.go
//	repspec crawl --token Colly -- ./colly {start}
package main

import (
	"fmt"
	"os"
	"time"

	"github.com/gocolly/colly/v2"
)

func main() {
	collector := colly.NewCollector(colly.UserAgent("Colly"), colly.MaxDepth(2))
	collector.IgnoreRobotsTxt = false
	collector.SetRequestTimeout(3 * time.Second)
	collector.OnHTML("a[href]", func(link *colly.HTMLElement) {
		// An error is that the link may not be visited, or was already.
		_ = link.Request.Visit(link.Attr("href"))
	})
	if err := collector.Visit(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

module github.com/repspec/repspec/harness/adapters/temoto-robotstxt

go 1.18

require (
	github.com/repspec/repspec/harness/adapters/go v0.0.0
	github.com/temoto/robotstxt v1.1.2
)

replace github.com/repspec/repspec/harness/adapters/go => ../go

module github.com/repspec/repspec/harness/adapters/grobotstxt

go 1.18

require (
	github.com/jimsmart/grobotstxt v1.0.3
	github.com/repspec/repspec/harness/adapters/go v0.0.0
)

replace github.com/repspec/repspec/harness/adapters/go => ../go

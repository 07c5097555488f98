module github.com/repspec/repspec/harness/adapters/benjaminestes-robots

go 1.18

require (
	github.com/benjaminestes/robots/v2 v2.0.5
	github.com/repspec/repspec/harness/adapters/go v0.0.0
)

require (
	golang.org/x/net v0.0.0-20191116160921-f9c825593386 // indirect
	golang.org/x/text v0.3.0 // indirect
)

replace github.com/repspec/repspec/harness/adapters/go => ../go

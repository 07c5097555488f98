module github.com/repspec/repspec/harness/adapters/go

go 1.18

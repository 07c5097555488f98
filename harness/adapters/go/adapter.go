// Package adapter is the child's side of repspec's adapter protocol, for libraries written in Go.
//
// Importing it keeps standard output for the protocol and points os.Stdout at standard error, so that whatever the
// library prints does no harm; os.Stdin becomes empty in the same way.
//
//	func main() {
//		adapter.Serve(
//			adapter.About{
//				Name: "somelibrary", Version: adapter.Version("example.org/somelibrary"),
//				Language: "Go", Homepage: "https://example.org/somelibrary",
//			},
//			func(octets []byte) (*somelibrary.Robots, error) { return somelibrary.Parse(octets) },
//			func(parsed *somelibrary.Robots, token, uri string) (bool, error) {
//				return parsed.Allowed(token, uri), nil
//			},
//		)
//	}
package adapter

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"os"
	"regexp"
	"runtime/debug"
)

const (
	protocol       = 1
	longestMessage = 1000
)

var asks, answers = takeStreams()

// takeStreams keeps the files of the protocol and hands the library harmless ones.
func takeStreams() (asks, answers *os.File) {
	nothing, err := os.Open(os.DevNull)
	if err != nil {
		panic(err)
	}
	asks, answers = os.Stdin, os.Stdout
	os.Stdin, os.Stdout = nothing, os.Stderr
	return asks, answers
}

// About says which library answers.
type About struct {
	Name, Version, Language, Homepage string
}

// Unsupported is the error of an adapter whose library cannot be asked a question at all; it says why.
type Unsupported string

func (why Unsupported) Error() string { return string(why) }

type hello struct {
	Repspec      string   `json:"repspec"`
	Protocol     int      `json:"protocol"`
	Name         string   `json:"name"`
	Version      string   `json:"version"`
	Language     string   `json:"language"`
	Homepage     string   `json:"homepage"`
	Capabilities []string `json:"capabilities"`
}

type ask struct {
	Repspec   string  `json:"repspec"`
	Seq       uint64  `json:"seq"`
	RobotsTxt []byte  `json:"robots_txt"`
	Queries   []query `json:"queries"`
}

type query struct {
	Token string `json:"token"`
	URI   string `json:"uri"`
}

type answer struct {
	Repspec string   `json:"repspec"`
	Seq     uint64   `json:"seq"`
	Results []result `json:"results"`
}

type result struct {
	Verdict     string  `json:"verdict,omitempty"`
	Unsupported *string `json:"unsupported,omitempty"`
	Error       *string `json:"error,omitempty"`
}

// Serve says hello, then answers until standard input ends.
//
// prepare is called once per robots.txt, also if several asks in a row bring the same one, and what it returns is handed
// to decide: the place to parse. decide returns true (allow) or false (disallow). An error of either is reported as the
// result "error", Unsupported as "unsupported".
// A panic ends the process: repspec reports the crash of that query, and starts another one.
func Serve[P any](
	about About, prepare func(robotsTxt []byte) (P, error), decide func(prepared P, token, uri string) (bool, error),
) {
	say(hello{"hello", protocol, about.Name, about.Version, about.Language, about.Homepage, []string{"decide"}})
	prepareOnce := once(prepare)
	lines := bufio.NewReader(asks)
	for {
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			panic(err)
		}
		var a ask
		if err := json.Unmarshal(line, &a); err != nil {
			panic(err)
		}
		if a.Repspec == "ask" {
			say(answer{"answer", a.Seq, results(a, prepareOnce, decide)})
		}
	}
}

// once prepares, and keeps what was prepared while the same octets come again.
func once[P any](prepare func([]byte) (P, error)) func([]byte) (P, error) {
	var latest *string
	var prepared P
	var err error
	return func(octets []byte) (P, error) {
		if text := string(octets); latest == nil || *latest != text {
			latest = &text
			prepared, err = prepare(octets)
		}
		return prepared, err
	}
}

// Version is that of a module that was built into the running program, without its leading v.
func Version(module string) string {
	info, _ := debug.ReadBuildInfo()
	for _, dependency := range info.Deps {
		if dependency.Path == module {
			return dependency.Version[1:]
		}
	}
	panic(module + " is not in this program")
}

var (
	origin   = regexp.MustCompile(`^[^:/?#]+://[^/?#]*`)
	fragment = regexp.MustCompile(`(?s)#.*`)
)

// PathOf is path and query of an absolute URI exactly as they stand in it, for libraries that are asked about those.
func PathOf(uri string) string {
	return fragment.ReplaceAllString(origin.ReplaceAllString(uri, ""), "")
}

func results[P any](
	a ask, prepare func([]byte) (P, error), decide func(P, string, string) (bool, error),
) []result {
	results := make([]result, len(a.Queries))
	prepared, err := prepare(a.RobotsTxt)
	for i, q := range a.Queries {
		if err != nil {
			results[i] = problem(err)
			continue
		}
		allowed, err := decide(prepared, q.Token, q.URI)
		switch {
		case err != nil:
			results[i] = problem(err)
		case allowed:
			results[i].Verdict = "allow"
		default:
			results[i].Verdict = "disallow"
		}
	}
	return results
}

func problem(err error) result {
	message := err.Error()
	if len(message) > longestMessage {
		message = message[:longestMessage]
	}
	var unsupported Unsupported
	if errors.As(err, &unsupported) {
		return result{Unsupported: &message}
	}
	return result{Error: &message}
}

func say(message any) {
	line, err := json.Marshal(message)
	if err != nil {
		panic(err)
	}
	if _, err := answers.Write(append(line, '\n')); err != nil {
		panic(err)
	}
}

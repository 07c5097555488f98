// Tests of the helper: the test program runs itself once more as a small shim, as the harness runs one.
package adapter

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"reflect"
	"strings"
	"testing"
)

const shimVariable = "REPSPEC_TEST_SHIM"

func TestMain(m *testing.M) {
	if os.Getenv(shimVariable) == "" {
		os.Exit(m.Run())
	}
	Serve(About{"noisy", "1.2", "Go", "https://noisy.example"}, prepare, decide)
}

func prepare(octets []byte) ([]byte, error) {
	fmt.Println("a library that greets people, preparing")
	if string(octets) == "unparseable" {
		return nil, errors.New("not for me")
	}
	return octets, nil
}

func decide(prepared []byte, token, uri string) (bool, error) {
	fmt.Println("deciding", uri)
	switch token {
	case "panic":
		return prepared[len(prepared)] == 0, nil
	case "long":
		return false, errors.New(strings.Repeat("é\xff", 5000))
	case "unsupported":
		return false, fmt.Errorf("wrapped: %w", Unsupported("cannot say"))
	case "exit":
		os.Exit(3)
	case "stdin":
		rest, err := io.ReadAll(os.Stdin)
		return len(rest) == 0, err
	}
	return string(prepared) == "User-agent: *\r\n\xff", nil
}

func askOf(seq uint64, octets string, tokens ...string) ask {
	a := ask{Repspec: "ask", Seq: seq, RobotsTxt: []byte(octets)}
	for _, token := range tokens {
		a.Queries = append(a.Queries, query{token, "https://shop.example/"})
	}
	return a
}

// converse sends the messages to a fresh child; it returns what the child said, its noise, and its exit status.
func converse(t *testing.T, messages ...any) (said []map[string]any, noise string, status int) {
	t.Helper()
	var asks, stdout, stderr bytes.Buffer
	for _, message := range messages {
		if err := json.NewEncoder(&asks).Encode(message); err != nil {
			t.Fatal(err)
		}
	}
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), shimVariable+"=1")
	child.Stdin, child.Stdout, child.Stderr = &asks, &stdout, &stderr
	if err := child.Run(); err != nil && child.ProcessState == nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSuffix(stdout.String(), "\n"), "\n") {
		var message map[string]any
		if err := json.Unmarshal([]byte(line), &message); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		said = append(said, message)
	}
	return said, stderr.String(), child.ProcessState.ExitCode()
}

func resultsOf(t *testing.T, octets string, tokens ...string) []any {
	t.Helper()
	said, noise, status := converse(t, askOf(1, octets, tokens...))
	if status != 0 {
		t.Fatal(noise)
	}
	return said[1]["results"].([]any)
}

func same(t *testing.T, found, expected any) {
	t.Helper()
	if !reflect.DeepEqual(found, expected) {
		t.Fatalf("found %v, expected %v", found, expected)
	}
}

type object = map[string]any

func TestSaysHelloFirst(t *testing.T) {
	said, _, status := converse(t)
	same(t, status, 0)
	same(t, said, []object{{
		"repspec": "hello", "protocol": 1.0, "name": "noisy", "version": "1.2", "language": "Go",
		"homepage": "https://noisy.example", "capabilities": []any{"decide"},
	}})
}

func TestAnswersEachAskWithItsNumberAndAllResultsInOrder(t *testing.T) {
	said, _, _ := converse(t, askOf(7, "User-agent: *\r\n\xff", "a"), askOf(9, "x", "b", "unsupported", "c"))
	same(t, said[1], object{"repspec": "answer", "seq": 7.0, "results": []any{object{"verdict": "allow"}}})
	same(t, said[2]["seq"], 9.0)
	same(t, said[2]["results"], []any{
		object{"verdict": "disallow"},
		object{"unsupported": "wrapped: cannot say"},
		object{"verdict": "disallow"},
	})
}

func TestKeepsPrintsOutOfTheProtocol(t *testing.T) {
	said, noise, _ := converse(t, askOf(1, "", "a"))
	same(t, len(said), 2)
	for _, print := range []string{"greets people", "deciding https://shop.example/"} {
		same(t, strings.Contains(noise, print), true)
	}
}

func TestLeavesTheLibraryAnEmptyStandardInput(t *testing.T) {
	said, _, _ := converse(t, askOf(1, "", "stdin"), object{"text": strings.Repeat("x", 100_000)})
	same(t, said[1]["results"], []any{object{"verdict": "allow"}})
}

func TestReportsAFailureToParseForEveryQuery(t *testing.T) {
	result := object{"error": "not for me"}
	same(t, resultsOf(t, "unparseable", "a", "b"), []any{result, result})
}

func TestMessagesAreShortAndUTF8(t *testing.T) {
	message := resultsOf(t, "", "long")[0].(object)["error"].(string)
	same(t, strings.HasPrefix(message, "é\ufffdé"), true)
	same(t, len(message) < 3000, true)
}

func TestSaysUnsupportedWithTheReason(t *testing.T) {
	same(t, resultsOf(t, "", "unsupported"), []any{object{"unsupported": "wrapped: cannot say"}})
}

func TestPreparesOnceWhatComesAgain(t *testing.T) {
	said, noise, _ := converse(t, askOf(1, "x", "a", "b"), askOf(2, "x", "a"), askOf(3, "y", "a"), askOf(4, "x", "a"))
	same(t, len(said), 5)
	same(t, strings.Count(noise, "preparing"), 3)
}

func TestIgnoresMessagesItDoesNotKnow(t *testing.T) {
	said, _, _ := converse(t, object{"repspec": "farewell"}, askOf(1, "", "a"))
	same(t, said[1]["seq"], 1.0)
}

func TestALibraryThatExitsOrPanicsEndsTheChild(t *testing.T) {
	said, _, status := converse(t, askOf(1, "", "a", "exit"))
	same(t, []int{len(said), status}, []int{1, 3})
	said, lastWords, status := converse(t, askOf(1, "x", "a", "panic"))
	same(t, []int{len(said), status}, []int{1, 2})
	same(t, strings.Contains(lastWords, "index out of range"), true)
}

func TestTakesPathAndQueryOutOfAURIAsTheyStand(t *testing.T) {
	for uri, path := range map[string]string{
		"https://shop.example/a/../%7Eb?q=/%c3#part":               "/a/../%7Eb?q=/%c3",
		"https://shop.example:8443//x?from=https://bank.example/y": "//x?from=https://bank.example/y",
		"https://shop.example?q=a/b":                               "?q=a/b",
		"https://shop.example":                                     "",
	} {
		same(t, PathOf(uri), path)
	}
}

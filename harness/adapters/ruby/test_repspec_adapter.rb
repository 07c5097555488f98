# Tests of the helper: a small shim runs as a child, as the harness runs it.

require "json"
require "minitest/autorun"
require "open3"
require "rbconfig"

class RepspecAdapterTest < Minitest::Test
  SHIM = <<~'RUBY'.freeze
    require "repspec_adapter"

    puts "a library that greets people"
    system "echo and so does its child"

    def recursion(depth)
      recursion(depth + 1)
    end

    PREPARE = lambda do |octets|
      puts "preparing"
      raise ArgumentError, "not for me" if octets == "unparseable"
      octets
    end

    DECIDE = lambda do |prepared, token, uri|
      puts "deciding #{uri}"
      case token
      when "recursion" then recursion(0)
      when "memory" then raise NoMemoryError
      when "octets" then raise ArgumentError, "\xff" * 5000
      when "nothing" then nil
      when "unsupported" then raise RepspecAdapter::Unsupported, "cannot say"
      when "exit" then exit 3
      when "stdin" then $stdin.read.empty?
      else prepared == "User-agent: *\r\n\xff".b
      end
    end

    RepspecAdapter.serve(
      name: "noisy", version: "1.2", language: "Ruby", homepage: "https://noisy.example",
      prepare: PREPARE, decide: DECIDE
    )
  RUBY

  def ask(seq, octets, *tokens)
    queries = tokens.map { |token| { token: token, uri: "https://shop.example/" } }
    { repspec: "ask", seq: seq, robots_txt: [octets].pack("m0"), queries: queries }
  end

  # Sends the messages to a fresh child; returns its exit status, what it said, and its standard error.
  def converse(*messages)
    input = messages.map { |message| "#{JSON.generate(message)}\n" }.join
    said, stderr, status = Open3.capture3(RbConfig.ruby, "-I", __dir__, "-e", SHIM, stdin_data: input)
    [status.exitstatus, said.lines.map { |line| JSON.parse(line) }, stderr]
  end

  def results(octets, *tokens)
    status, said, = converse(ask(1, octets, *tokens))
    assert_equal 0, status
    said[1]["results"]
  end

  def test_says_hello_first
    hello = {
      "repspec" => "hello", "protocol" => 1, "name" => "noisy", "version" => "1.2", "language" => "Ruby",
      "homepage" => "https://noisy.example", "capabilities" => ["decide"]
    }
    status, said, = converse
    assert_equal [0, [hello]], [status, said]
  end

  def test_answers_each_ask_with_its_number_and_all_results_in_order
    _, said, = converse(ask(7, "User-agent: *\r\n\xff", "a"), ask(9, "other", "b", "nothing", "c"))
    assert_equal({ "repspec" => "answer", "seq" => 7, "results" => [{ "verdict" => "allow" }] }, said[1])
    assert_equal 9, said[2]["seq"]
    assert_equal({ "verdict" => "disallow" }, said[2]["results"][0])
    assert_match(/\ATypeError: decide returned nil/, said[2]["results"][1]["error"])
    assert_equal({ "verdict" => "disallow" }, said[2]["results"][2])
  end

  def test_keeps_prints_of_library_and_children_out_of_the_protocol
    _, said, stderr = converse(ask(1, "", "a"))
    assert_equal 2, said.length
    ["greets people", "so does its child", "deciding https://shop.example/"].each do |print|
      assert_includes stderr, print
    end
  end

  def test_leaves_the_library_an_empty_standard_input
    _, said, = converse(ask(1, "", "stdin"), ask(2, " " * 100_000, "a"))
    assert_equal [{ "verdict" => "allow" }], said[1]["results"]
    assert_equal 2, said[2]["seq"]
  end

  def test_reports_exceptions_as_errors_with_their_class
    recursion, memory = results("", "recursion", "memory")
    assert_match(/\ASystemStackError: /, recursion["error"])
    assert_match(/\ANoMemoryError: /, memory["error"])
  end

  def test_reports_a_failure_to_parse_for_every_query
    assert_equal [{ "error" => "ArgumentError: not for me" }] * 2, results("unparseable", "a", "b")
  end

  def test_messages_are_short_and_in_utf8
    result, = results("", "octets")
    assert_equal "ArgumentError: #{'?' * 1000}", result["error"]
  end

  def test_says_unsupported_with_the_reason
    assert_equal [{ "unsupported" => "cannot say" }], results("", "unsupported")
  end

  def test_prepares_once_what_comes_again
    _, said, stderr = converse(ask(1, "x", "a", "b"), ask(2, "x", "a"), ask(3, "y", "a"), ask(4, "x", "a"))
    assert_equal [1, 2, 3, 4], (said.drop(1).map { |message| message["seq"] })
    assert_equal 3, stderr.scan("preparing").length
  end

  def test_ignores_messages_it_does_not_know
    _, said, = converse({ repspec: "farewell" }, ask(1, "", "a"))
    assert_equal 1, said[1]["seq"]
  end

  def test_a_library_that_exits_ends_the_child
    status, said, = converse(ask(1, "", "a", "exit"))
    assert_equal [3, 1], [status, said.length]
  end
end

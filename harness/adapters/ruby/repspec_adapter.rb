# The child's side of repspec's adapter protocol, for libraries written in Ruby (2.5 or newer).
#
# Require this file before the library: it keeps the real standard output for the protocol and points file descriptor 1
# at standard error, so that whatever the library prints does no harm. Standard input becomes empty for the library in
# the same way.
#
#     require_relative "repspec_adapter"
#     require "somelibrary"
#
#     RepspecAdapter.serve(
#       name: "somelibrary", version: SomeLibrary::VERSION,
#       language: "Ruby", homepage: "https://somelibrary.example",
#       prepare: ->(octets) { SomeLibrary.parse(octets) },
#       decide: ->(parsed, token, uri) { parsed.allowed?(token, uri) },
#     )

require "json"

module RepspecAdapter
  PROTOCOL = 1
  LONGEST_MESSAGE = 1000

  # Raised by an adapter whose library cannot be asked a question at all; says why.
  class Unsupported < StandardError; end

  # What is an error of the library, unlike the end of the process.
  PROBLEMS = [StandardError, ScriptError, SystemStackError, NoMemoryError].freeze

  # The streams of the protocol; the library gets harmless ones.
  ASKS = $stdin.dup.binmode
  ANSWERS = $stdout.dup.binmode
  $stdin.reopen(File::NULL)
  $stdout.reopen($stderr)

  class << self
    # Says hello, then answers until standard input ends.
    #
    # decide.call(robots_txt, token, uri) returns true (allow) or false (disallow). An exception, or any other value, is
    # the result "error"; Unsupported is "unsupported".
    # prepare.call(robots_txt) is called once per robots.txt, also if several asks in a row bring the same one, and what
    # it returns is handed to decide instead of the octets: the place to parse.
    def serve(name:, version:, language:, homepage:, decide:, prepare: ->(octets) { octets })
      about = { name: name, version: version, language: language, homepage: homepage }
      say(repspec: "hello", protocol: PROTOCOL, capabilities: ["decide"], **about)
      prepare_once = once(prepare)
      ASKS.each_line do |line|
        ask = JSON.parse(line)
        next unless ask["repspec"] == "ask"

        say(repspec: "answer", seq: ask["seq"], results: results(ask, prepare_once, decide))
      end
    end

    private

    # Prepares what comes in Base64, and keeps it while the same comes again.
    def once(prepare)
      latest = prepared = nil
      lambda do |encoded|
        unless encoded == latest
          latest = nil
          prepared = prepare.call(encoded.unpack1("m0"))
          latest = encoded
        end
        prepared
      end
    end

    def results(ask, prepare_once, decide)
      begin
        prepared = prepare_once.call(ask["robots_txt"])
      rescue *PROBLEMS => e
        return ask["queries"].map { result_of(e) }
      end
      ask["queries"].map { |query| result(decide, prepared, query["token"], query["uri"]) }
    end

    def result(decide, prepared, token, uri)
      case allowed = decide.call(prepared, token, uri)
      when true then { verdict: "allow" }
      when false then { verdict: "disallow" }
      else raise TypeError, "decide returned #{allowed.inspect}, neither true nor false"
      end
    rescue *PROBLEMS => e
      result_of(e)
    end

    def result_of(problem)
      return { unsupported: printable(problem.message) } if problem.is_a?(Unsupported)

      { error: printable("#{problem.class}: ") + printable(problem.message) }
    end

    # Cut short, and in UTF-8, whatever encoding it claims to have: JSON has no place for other octets.
    def printable(message)
      message.dup.force_encoding(Encoding::UTF_8).scrub("?")[0, LONGEST_MESSAGE]
    end

    def say(message)
      ANSWERS.write(JSON.generate(message), "\n")
      ANSWERS.flush
    end
  end
end

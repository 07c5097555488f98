# webrobots behind repspec's adapter protocol.

require_relative "../ruby/repspec_adapter" # before the library: it keeps standard output
require "webrobots"

# Robots by token, whose network is a stand-in that serves the octets; they do not sleep for a Crawl-delay. Each keeps
# what it fetched.
def robots(octets)
  Hash.new do |robots, token|
    robots[token] = WebRobots.new(token, http_get: ->(_uri) { octets }, crawl_delay: :ignore)
  end
end

def allowed?(robots, token, uri)
  robots[token].allowed?(uri)
end

RepspecAdapter.serve(
  name: "webrobots",
  version: Webrobots::VERSION, # spelt so by the library
  language: "Ruby",
  homepage: "https://github.com/knu/webrobots",
  prepare: method(:robots),
  decide: method(:allowed?)
)

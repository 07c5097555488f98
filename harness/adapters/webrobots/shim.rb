# webrobots behind repspec's adapter protocol.

require_relative "../ruby/repspec_adapter" # before the library: it keeps standard output
require "webrobots"

# Asks a robot whose network is a stand-in that serves the octets; it does not sleep for a Crawl-delay.
def allowed?(octets, token, uri)
  robots = WebRobots.new(token, http_get: ->(_uri) { octets }, crawl_delay: :ignore)
  robots.allowed?(uri)
end

RepspecAdapter.serve(
  name: "webrobots",
  version: Webrobots::VERSION, # spelt so by the library
  language: "Ruby",
  homepage: "https://github.com/knu/webrobots",
  decide: method(:allowed?)
)

# WWW::RobotRules behind repspec's adapter protocol.

use strict;
use warnings;

use FindBin;
use lib "$FindBin::Bin/../perl";
use RepspecAdapter;    # before the library: it keeps standard output

use URI;
use WWW::RobotRules;

# The rules of the crawlers that were asked about already, by token and the robots.txt's URI.
sub prepare {
    my ($octets) = @_;
    return { octets => $octets, rules => {} };
}

sub decide {
    my ($prepared, $token, $uri) = @_;
    my $robots_txt = URI->new_abs('/robots.txt', $uri);
    my $rules = $prepared->{rules}{"$token $robots_txt"} //= parsed($prepared->{octets}, $token, $robots_txt);
    return $rules->allowed($uri);
}

sub parsed {
    my ($octets, $token, $robots_txt) = @_;
    my $rules = WWW::RobotRules->new($token);
    $rules->parse($robots_txt, $octets);
    return $rules;
}

RepspecAdapter::serve(
    name     => 'www-robotrules',
    version  => WWW::RobotRules->VERSION,
    language => 'Perl',
    homepage => 'https://github.com/libwww-perl/WWW-RobotRules',
    prepare  => \&prepare,
    decide   => \&decide,
);

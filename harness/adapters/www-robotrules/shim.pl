# WWW::RobotRules behind repspec's adapter protocol.

use strict;
use warnings;

use FindBin;
use lib "$FindBin::Bin/../perl";
use RepspecAdapter;    # before the library: it keeps standard output

use URI;
use WWW::RobotRules;

sub decide {
    my ($octets, $token, $uri) = @_;
    my $rules = WWW::RobotRules->new($token);
    $rules->parse(URI->new_abs('/robots.txt', $uri), $octets);
    return $rules->allowed($uri);
}

RepspecAdapter::serve(
    name     => 'www-robotrules',
    version  => WWW::RobotRules->VERSION,
    language => 'Perl',
    homepage => 'https://github.com/libwww-perl/WWW-RobotRules',
    decide   => \&decide,
);

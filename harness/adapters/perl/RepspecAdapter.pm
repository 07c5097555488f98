# The child's side of repspec's adapter protocol, for libraries written in Perl (5.14 or newer).
#
# Use this module before the library: using it keeps the real standard output for the protocol and points file
# descriptor 1 at standard error, so that whatever the library prints does no harm. Standard input becomes empty for
# the library in the same way.
#
#     use lib '.';
#     use RepspecAdapter;
#     use Some::Library;
#
#     RepspecAdapter::serve(
#         name => 'some-library', version => Some::Library->VERSION,
#         language => 'Perl', homepage => 'https://somelibrary.example',
#         prepare => sub { my ($octets) = @_; return Some::Library->parse($octets) },
#         decide => sub { my ($parsed, $token, $uri) = @_; return $parsed->allowed($token, $uri) },
#     );

package RepspecAdapter;

use strict;
use warnings;

use File::Spec;
use IO::Handle;
use JSON::PP;
use MIME::Base64;

my $PROTOCOL        = 1;
my $LONGEST_MESSAGE = 1000;

# Keep the streams of the protocol, and hand the library harmless ones.
open my $asks,    '<&', \*STDIN  or die "cannot keep standard input: $!";
open my $answers, '>&', \*STDOUT or die "cannot keep standard output: $!";
open STDIN,  '<',  File::Spec->devnull or die "cannot empty standard input: $!";
open STDOUT, '>&', \*STDERR            or die "cannot redirect standard output: $!";
binmode $_ for $asks, $answers;
$answers->autoflush(1);

my $json = JSON::PP->new->ascii->canonical;

# Says hello, then answers until standard input ends.
#
# decide($robots_txt, $token, $uri) returns 1 (allow), or 0 or '' (disallow). If it dies, or returns anything else, the
# result is "error"; if it dies of RepspecAdapter::unsupported("why"), it is "unsupported".
# prepare($robots_txt), if given, is called once per robots.txt, also if several asks in a row bring the same one, and
# what it returns is handed to decide instead of the octets: the place to parse.
sub serve {
    my %about   = @_;
    my $decide  = delete $about{decide};
    my $prepare = once(delete $about{prepare} // sub { return $_[0] });
    say_it({ repspec => 'hello', protocol => $PROTOCOL, capabilities => ['decide'], %about });
    while (my $line = <$asks>) {
        my $ask = decode($line);
        next if $ask->{repspec} ne 'ask';
        my @results = results($ask, $prepare, $decide);
        say_it({ repspec => 'answer', seq => $ask->{seq}, results => \@results });
    }
    return;
}

# What the line says. JSON::PP reads a long text octet by octet: it does not get to see the robots.txt.
sub decode {
    my ($line) = @_;
    my $robots_txt = $line =~ s{("robots_txt"\s*:\s*)"([A-Za-z0-9+/=]*)"}{$1""} ? $2 : undef;
    my $ask = $json->decode($line);
    $ask->{robots_txt} = $robots_txt if defined $robots_txt;
    return $ask;
}

# Prepares what comes in Base64, and keeps it while the same comes again.
sub once {
    my ($prepare) = @_;
    my ($latest, $prepared);
    return sub {
        my ($encoded) = @_;
        if (!defined $latest || $latest ne $encoded) {
            undef $latest;
            $prepared = $prepare->(decode_base64($encoded));
            $latest   = $encoded;
        }
        return $prepared;
    };
}

# What an adapter dies of if its library cannot be asked a question at all; says why.
sub unsupported {
    my ($why) = @_;
    return bless { why => $why }, 'RepspecAdapter::Unsupported';
}

sub results {
    my ($ask, $prepare, $decide) = @_;
    my $prepared;
    if (!eval { $prepared = $prepare->($ask->{robots_txt}); 1 }) {
        my $result = result_of($@);
        return map { $result } @{ $ask->{queries} };
    }
    return map { result($decide, $prepared, $_->{token}, $_->{uri}) } @{ $ask->{queries} };
}

sub result {
    my ($decide, $prepared, $token, $uri) = @_;
    my $allowed;
    return result_of($@) if !eval { $allowed = $decide->($prepared, $token, $uri); 1 };
    my %verdict = (1 => 'allow', 0 => 'disallow', '' => 'disallow');
    return { verdict => $verdict{$allowed} } if defined $allowed && exists $verdict{$allowed};
    return result_of('decide returned ' . ($allowed // 'undef') . ', neither 1 nor 0');
}

sub result_of {
    my ($problem) = @_;
    return { unsupported => short($problem->{why}) } if ref $problem eq 'RepspecAdapter::Unsupported';
    return { error => short("$problem") };
}

sub short {
    my ($message) = @_;
    $message =~ s/\s+\z//;
    return substr $message, 0, $LONGEST_MESSAGE;
}

sub say_it {
    my ($message) = @_;
    print {$answers} $json->encode($message), "\n" or die "cannot answer: $!";
    return;
}

1;

# Tests of the helper: a small shim runs as a child, as the harness runs it.

use strict;
use warnings;

use File::Basename qw(dirname);
use File::Spec;
use File::Temp;
use JSON::PP;
use MIME::Base64;
use Test::More;

my $here = File::Spec->rel2abs(dirname(__FILE__));
my $SHIM = <<'SHIM';
use RepspecAdapter;

print "a library that greets people\n";
system 'echo and so does its child';

sub prepare {
    my ($octets) = @_;
    print "preparing\n";
    die "not for me\n" if $octets eq 'unparseable';
    return $octets;
}

sub decide {
    my ($prepared, $token, $uri) = @_;
    print "deciding $uri\n";
    die "at $uri\n" if $token eq 'die';
    die "\xe9" x 5000 if $token eq 'long';
    die RepspecAdapter::unsupported('cannot say') if $token eq 'unsupported';
    return -1 if $token eq 'neither';
    return undef if $token eq 'nothing';
    exit 3 if $token eq 'exit';
    return defined <STDIN> ? 0 : 1 if $token eq 'stdin';
    return $prepared eq "User-agent: *\r\n\xff";
}

RepspecAdapter::serve(
    name => 'noisy', version => '1.2', language => 'Perl', homepage => 'https://noisy.example',
    prepare => \&prepare, decide => \&decide,
);
SHIM

sub ask {
    my ($seq, $octets, @tokens) = @_;
    my @queries = map { { token => $_, uri => 'https://shop.example/' } } @tokens;
    return { repspec => 'ask', seq => $seq, robots_txt => encode_base64($octets, ''), queries => \@queries };
}

# Sends the messages to a fresh child; returns its exit status, what it said, and its standard error.
sub converse {
    my @messages = @_;
    my $folder = File::Temp->newdir;
    open my $input, '>', "$folder/in" or die $!;
    print {$input} encode_json($_), "\n" for @messages;
    close $input or die $!;
    open my $shim, '>', "$folder/shim.pl" or die $!;
    print {$shim} $SHIM;
    close $shim or die $!;
    my $status = system "'$^X' '-I$here' '$folder/shim.pl' <'$folder/in' >'$folder/out' 2>'$folder/err'";
    my @said = map { decode_json($_) } split /\n/, slurp("$folder/out");
    return $status >> 8, \@said, slurp("$folder/err");
}

sub slurp {
    my ($path) = @_;
    open my $file, '<:raw', $path or die $!;
    local $/;
    return scalar <$file>;
}

sub results {
    my ($status, $said) = converse(ask(1, @_));
    return $said->[1]{results};
}

my ($status, $said, $stderr) = converse();
is $status, 0, 'ends with its input';
is_deeply $said, [ {
    repspec => 'hello', protocol => 1, name => 'noisy', version => '1.2', language => 'Perl',
    homepage => 'https://noisy.example', capabilities => ['decide'],
} ], 'says hello first';

($status, $said, $stderr) = converse(ask(7, "User-agent: *\r\n\xff", 'a'), ask(9, 'other', 'b', 'die', 'c'));
is_deeply $said->[1], { repspec => 'answer', seq => 7, results => [ { verdict => 'allow' } ] }, 'the octets arrive';
is $said->[2]{seq}, 9, 'each ask is answered with its number';
is_deeply $said->[2]{results},
    [ { verdict => 'disallow' }, { error => 'at https://shop.example/' }, { verdict => 'disallow' } ],
    'all results in order';
is @$said, 3, 'prints stay out of the protocol';
like $stderr, qr/greets people/, 'those of the library';
like $stderr, qr/so does its child/, 'those of its children';
like $stderr, qr/deciding https/, 'and those of its calls';

($status, $said) = converse(ask(1, '', 'stdin'), ask(2, ' ' x 100_000, 'a'));
is_deeply $said->[1]{results}, [ { verdict => 'allow' } ], 'the standard input of the library is empty';
is $said->[2]{seq}, 2, 'and the asks are not read by it';

is_deeply results('unparseable', 'a', 'b'), [ ({ error => 'not for me' }) x 2 ], 'a failure to parse fails every query';
is length results('', 'long')->[0]{error}, 1000, 'messages are short';
is_deeply results('', 'neither', 'nothing'),
    [ map { { error => "decide returned $_, neither 1 nor 0" } } '-1', 'undef' ], 'other values are errors';
is_deeply results('', 'unsupported'), [ { unsupported => 'cannot say' } ], 'says unsupported with the reason';

($status, $said, $stderr) = converse(ask(1, 'x', 'a', 'b'), ask(2, 'x', 'a'), ask(3, 'y', 'a'), ask(4, 'x', 'a'));
is_deeply [ map { $_->{seq} } @$said[1 .. 4] ], [ 1 .. 4 ], 'what comes again is answered again';
is scalar(() = $stderr =~ /preparing/g), 3, 'and prepared once';

($status, $said) = converse({ repspec => 'farewell' }, ask(1, '', 'a'));
is $said->[1]{seq}, 1, 'other messages are ignored';

($status, $said) = converse(ask(1, '', 'a', 'exit'));
is_deeply [ $status, scalar @$said ], [ 3, 1 ], 'a library that exits ends the child';

done_testing;

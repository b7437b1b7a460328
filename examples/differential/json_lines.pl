# Reads a JSON text a line, and writes what was read as JSON again.
use JSON::PP;
$| = 1;
my $json = JSON::PP->new->utf8->allow_nonref;
while (my $line = <STDIN>) {
    my $text = eval { $json->encode($json->decode($line)) };
    print $text // "refused", "\n";
}

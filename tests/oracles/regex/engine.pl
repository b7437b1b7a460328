# Answers cases `pattern<TAB>subject`, a line each, with the spans of the first match and of its groups: `1-2 1-1 -`.
# A line without a tab is repeated.
use strict;
no warnings;
$| = 1;
while (my $line = <STDIN>) {
    chomp $line;
    my ($pattern, $subject) = split /\t/, $line, -1;
    if (!defined $subject) { print "$line\n"; next; }
    # An empty pattern would be the last one that matched.
    my $regex = eval { qr/(?:$pattern)/ };
    if (!defined $regex) { print "refused\n"; next; }
    if ($subject !~ $regex) { print "none\n"; next; }
    # $#+ is the number of groups of the pattern, $#- that of the last one that matched.
    print join(" ", map { defined $-[$_] && defined $+[$_] ? "$-[$_]-$+[$_]" : "-" } 0 .. $#+), "\n";
}

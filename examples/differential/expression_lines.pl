# Evaluates an expression a line.
$| = 1;
no warnings;
while (my $line = <STDIN>) {
    chomp $line;
    my $value = eval $line;
    print $@ =~ /division|modulus/ ? "none" : $@ ? "refused" : $value + 0, "\n";
}

# fish: the program itself is asked for its commands and options.
function __interloper_names
    set -l words (commandline -opc)
    if test (count $words) -lt 2
        $words[1] --help=names 2>/dev/null | string replace -r '\t.*\t' '\t'
    else if not contains -- -- $words
        $words[1] $words[2] --help=names 2>/dev/null | string replace -r '\t.*\t' '\t'
    end
end
complete -c interloper -n 'test (count (commandline -opc)) -lt 2' -f
complete -c interloper -a '(__interloper_names)'

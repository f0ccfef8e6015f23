# bash: the program itself is asked for its commands and options, so that these are always those of the installed version.
_interloper() {
    local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command= i
    for ((i = 1; i < COMP_CWORD; i++)); do
        [ "${COMP_WORDS[i]}" = -- ] && { COMPREPLY=(); return; }
        [ -z "$command" ] && [[ ${COMP_WORDS[i]} != -* ]] && command=${COMP_WORDS[i]}
    done
    if [ -z "$command" ]; then
        mapfile -t COMPREPLY < <(compgen -W "$("${COMP_WORDS[0]}" --help=names 2>/dev/null | cut -f1)" -- "$word")
        return
    fi
    local values
    values=$("${COMP_WORDS[0]}" "$command" --help=names 2>/dev/null | awk -F'\t' -v name="$previous" '$1 == name { print $2 }')
    if [[ $values == *'|'* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "${values//|/ }" -- "$word")
    elif [[ $word == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$("${COMP_WORDS[0]}" "$command" --help=names 2>/dev/null | cut -f1)" -- "$word")
    else
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
    fi
}
complete -o filenames -F _interloper interloper

# Completes sizewise in bash, by asking it. Put this into ~/.bashrc: eval "$(sizewise completions bash)"
_sizewise() {
  local command=${COMP_WORDS[0]/#\~/$HOME} answer line
  COMPREPLY=()
  answer=$(COMP_WORDBREAKS=$COMP_WORDBREAKS "$command" completions bash --line "${COMP_LINE:0:COMP_POINT}" 2>/dev/null) || return 0
  [[ -n $answer ]] || return 0
  if [[ $answer == :files* ]]; then
    compopt -o filenames 2>/dev/null
    answer=$(compgen -f -- "${answer#:files}")
  fi
  while IFS= read -r line; do COMPREPLY+=("$line"); done <<<"$answer"
  [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
  return 0
}
complete -F _sizewise sizewise

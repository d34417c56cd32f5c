#compdef sizewise
# Completes sizewise in zsh, by asking it. Put this into ~/.zshrc after compinit: eval "$(sizewise completions zsh)"
_sizewise() {
  local -a lines open open_texts whole whole_texts
  local line command=${~words[1]}
  lines=("${(@f)$($command completions zsh --words "${(pj:\x1f:)words[1,CURRENT]}" 2>/dev/null)}")
  if [[ $lines[1] == :files* ]]; then
    [[ $PREFIX == --*=* ]] && compset -P '*='
    _files
    return
  fi
  for line in $lines; do
    if [[ ${line%%$'\t'*} == *= ]]; then
      open+=("${line%%$'\t'*}") open_texts+=("${line/$'\t'/  }")
    else
      whole+=("${line%%$'\t'*}") whole_texts+=("${line/$'\t'/  }")
    fi
  done
  (( $#open )) && compadd -l -d open_texts -S '' -- $open
  (( $#whole )) && compadd -l -d whole_texts -- $whole
}
compdef _sizewise sizewise

# Completes sizewise in fish, by asking it. Once: sizewise completions fish > ~/.config/fish/completions/sizewise.fish
function __sizewise_complete
    set -l begun (commandline -ct)
    set -l words (commandline -opc) "$begun"
    set -l command (string replace -r '^~' $HOME -- $words[1])
    set -l lines ($command completions fish --words (string join \x1f -- $words) 2>/dev/null)
    if string match -q ':files*' -- "$lines[1]"
        set -l sign (string match -r '^--[^=]*=' -- "$begun")
        __fish_complete_path (string replace -- "$sign" '' "$begun") | string replace -r -- '^' "$sign"
        return
    end
    printf '%s\n' $lines
end
complete -c sizewise -f -a '(__sizewise_complete)'

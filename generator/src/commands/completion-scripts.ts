import { COMMAND_NAMES, COMMON, type CommandEntry, entryOf, type Flag } from './table.js'

/** What each shell is told comes from the table that makes the help; nothing of a user is in it. */
const commands: readonly (readonly [string, CommandEntry])[] = COMMAND_NAMES.map((name) => [
  name,
  entryOf(name),
])

function flagsOf(entry: CommandEntry): [string, Flag][] {
  return Object.entries({ ...entry.flags, ...COMMON })
}

/** `complete -o default` gives files wherever nothing else is offered. */
export function bashScript(): string {
  const names = commands.map(([name]) => name).join(' ')
  const values = new Map(
    commands
      .flatMap(([, entry]) => flagsOf(entry))
      .map(([name, flag]) => [name, flag] as const)
      .filter(([, flag]) => flag.type === 'string'),
  )
  const valueArms = [...values].map(
    ([name, flag]) => `    --${name}) ${flag.values ? reply(flag.values.join(' ')) : ''}return ;;`,
  )
  const wordArms = commands.map(([name, entry]) => {
    const flags = flagsOf(entry).map(([flag]) => `--${flag}`)
    return `    ${name}) flags='${flags.join(' ')}' words='${entry.values?.join(' ') ?? ''}' ;;`
  })
  return `_tagwire() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} flags='' words=''
  COMPREPLY=()
  if [[ $COMP_CWORD -eq 1 ]]; then
    COMPREPLY=($(compgen -W '${names} --help --version' -- "$cur"))
    return
  fi
  case $prev in
${valueArms.join('\n')}
  esac
  case \${COMP_WORDS[1]} in
${wordArms.join('\n')}
  esac
  [[ $cur == -* ]] && words=$flags
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _tagwire tagwire
`
}

function reply(words: string): string {
  return `COMPREPLY=($(compgen -W '${words}' -- "$cur")); `
}

export function zshScript(): string {
  const summaries = commands.map(([name, { summary }]) => `    ${zsh(`${name}:${summary}`)}`)
  const arms = commands.map(([name, entry]) => {
    const flags = flagsOf(entry).map(([flag, about]) => {
      const spec = `${about.multiple ? '*' : ''}--${flag}[${about.text.replace(/[[\]:]/g, '\\$&')}]${zshValue(about)}`
      return zsh(spec)
    })
    const rest = entry.values ? `1:${name}:(${entry.values.join(' ')})` : '*:file:_files'
    return `    ${name})
      _arguments \\
        ${[...flags, zsh(rest)].join(' \\\n        ')}
      ;;`
  })
  return `#compdef tagwire
_tagwire() {
  local -a commands
  commands=(
${summaries.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
${arms.join('\n')}
  esac
}
if [[ $funcstack[1] == _tagwire ]]; then
  _tagwire "$@"
else
  compdef _tagwire tagwire
fi
`
}

function zshValue({ type, value = 'value', values }: Flag): string {
  if (type === 'boolean') return ''
  if (values) return `:${value}:(${values.join(' ')})`
  const action = value === 'FILE' ? '_files' : value === 'DIR' ? '_files -/' : ' '
  return `:${value}:${action}`
}

function zsh(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

export function fishScript(): string {
  const lines = commands.flatMap(([name, entry]) => {
    const after = `complete -c tagwire -n '__fish_seen_subcommand_from ${name}'`
    const words = entry.values ? [`${after} -f -a '${entry.values.join(' ')}'`] : []
    const flags = flagsOf(entry).map(([flag, about]) => {
      const value = about.type === 'boolean' ? '' : ` -r${fishValue(about)}`
      const short = about.short === undefined ? '' : ` -s ${about.short}`
      return `${after}${short} -l ${flag}${value} -d ${fish(about.text)}`
    })
    const summary = fish(entry.summary)
    return [
      `complete -c tagwire -f -n __fish_use_subcommand -a ${name} -d ${summary}`,
      ...words,
      ...flags,
    ]
  })
  return `${lines.join('\n')}\n`
}

function fishValue({ value, values }: Flag): string {
  if (values) return ` -f -a '${values.join(' ')}'`
  if (value === 'DIR') return " -f -a '(__fish_complete_directories)'"
  return value === 'FILE' ? ' -F' : ' -f'
}

function fish(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

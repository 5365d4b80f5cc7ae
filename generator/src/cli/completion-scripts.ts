import { COMMAND_NAMES, COMMON, type CommandEntry, entryOf, type Flag } from './command-table.js'

/** The scripts are generated from the same table as the help; they contain no user data. */
const commands: readonly (readonly [string, CommandEntry])[] = COMMAND_NAMES.map((name) => [
  name,
  entryOf(name),
])

/** The options that work without a command. */
const GLOBAL_FLAGS: readonly (readonly [string, Flag])[] = Object.entries({
  help: COMMON.help,
  version: COMMON.version,
})

const PACKAGES = 'tagwire completion packages 2>/dev/null'

function flagsOf(entry: CommandEntry): [string, Flag][] {
  return Object.entries({ ...entry.flags, ...COMMON })
}

/** `complete -o default` offers files if there is nothing else; `nofiles` turns that off. */
export function bashScript(): string {
  const names = commands.map(([name]) => name).join(' ')
  const alone = GLOBAL_FLAGS.map(([name]) => `--${name}`).join(' ')
  const values = new Map(
    commands
      .flatMap(([, entry]) => flagsOf(entry))
      .filter(([, flag]) => flag.type === 'string')
      .map(([name, flag]) => [name, `    --${name}) ${bashValue(flag)}return ;;`]),
  )
  const wordArms = commands.map(([name, entry]) => {
    const flags = flagsOf(entry).map(([flag]) => `--${flag}`)
    return `    ${name}) flags='${flags.join(' ')}'${bashWords(entry)} ;;`
  })
  return `_tagwire() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]}
  local flags='' words='' given='' nofiles='compopt +o default'
  COMPREPLY=()
  if [[ $cur == '=' ]]; then
    cur=''
  elif [[ $prev == '=' ]]; then
    prev=\${COMP_WORDS[COMP_CWORD-2]}
  fi
  if [[ $COMP_CWORD -eq 1 ]]; then
    $nofiles 2>/dev/null
    COMPREPLY=($(compgen -W '${names} ${alone}' -- "$cur"))
    return
  fi
  [[ $cur == *,* ]] && given=\${cur%,*},
  case $prev in
${[...values.values()].join('\n')}
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

function bashValue({ value, values, list }: Flag): string {
  if (!values) {
    if (value === 'FILE') return ''
    return value === 'DIR'
      ? 'compopt +o default -o dirnames 2>/dev/null; '
      : '$nofiles 2>/dev/null; '
  }
  const words = `compgen -W '${values.join(' ')}'`
  const reply = list ? `${words} -P "$given" -- "\${cur##*,}"` : `${words} -- "$cur"`
  return `$nofiles 2>/dev/null; COMPREPLY=($(${reply})); `
}

function bashWords({ takes }: CommandEntry): string {
  if (takes === 'files') return ''
  const words = takes === 'packages' ? `$(${PACKAGES})` : takes.join(' ')
  return ` words="${words}"; $nofiles 2>/dev/null`
}

export function zshScript(): string {
  const summaries = commands.map(([name, { summary }]) => `    ${zsh(`${name}:${summary}`)}`)
  const alone = GLOBAL_FLAGS.map(([name, { text }]) => `    ${zsh(`--${name}:${text}`)}`)
  const arms = commands.map(([name, entry]) => {
    const flags = flagsOf(entry).map(([flag, about]) => {
      const given = about.type === 'boolean' ? flag : `${flag}=`
      const spec = `${about.multiple ? '*' : ''}--${given}[${about.text.replace(/[[\]:]/g, '\\$&')}]${zshValue(about)}`
      return zsh(spec)
    })
    return `    ${name})
      _arguments \\
        ${[...flags, ...zshWords(entry)].join(' \\\n        ')}
      ;;`
  })
  return `#compdef tagwire
_tagwire_packages() {
  local -a names
  names=(\${(f)"$(${PACKAGES})"})
  _describe package names
}
_tagwire() {
  local -a commands options
  commands=(
${summaries.join('\n')}
  )
  options=(
${alone.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    _describe -o option options
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

function zshValue({ type, value = 'value', values, list }: Flag): string {
  if (type === 'boolean') return ''
  if (values && list) return `:${value}:_values -s , part ${values.join(' ')}`
  if (values) return `:${value}:(${values.join(' ')})`
  const action = value === 'FILE' ? '_files' : value === 'DIR' ? '_files -/' : ' '
  return `:${value}:${action}`
}

function zshWords({ args, takes }: CommandEntry): string[] {
  if (takes === 'packages') return [zsh('*:package:_tagwire_packages')]
  const action = takes === 'files' ? '_files' : `(${takes.join(' ')})`
  return args.split(' ').map((name, at) => zsh(`${at + 1}:${name}:${action}`))
}

function zsh(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

export function fishScript(): string {
  const first = 'complete -c tagwire -n __fish_use_subcommand'
  const alone = GLOBAL_FLAGS.map(([name, about]) => `${first} -f${fishFlag(name, about)}`)
  const lines = commands.flatMap(([name, entry]) => {
    const after = `complete -c tagwire -n '__fish_seen_subcommand_from ${name}'`
    return [
      `${first} -f -a ${name} -d ${fish(entry.summary)}`,
      ...fishWords(entry).map((words) => `${after} -f -a ${fish(words)}`),
      ...flagsOf(entry).map(([flag, about]) => `${after}${fishFlag(flag, about)}`),
    ]
  })
  return `${[...alone, ...lines].join('\n')}\n`
}

function fishFlag(name: string, flag: Flag): string {
  const value = flag.type === 'boolean' ? '' : ` -r${fishValue(flag)}`
  const short = flag.short === undefined ? '' : ` -s ${flag.short}`
  return `${short} -l ${name}${value} -d ${fish(flag.text)}`
}

function fishWords({ takes }: CommandEntry): string[] {
  if (takes === 'files') return []
  return [takes === 'packages' ? `(${PACKAGES})` : takes.join(' ')]
}

function fishValue({ value, values, list }: Flag): string {
  if (values && list) return ` -f -a '(__fish_append , ${values.join(' ')})'`
  if (values) return ` -f -a '${values.join(' ')}'`
  if (value === 'DIR') return " -f -a '(__fish_complete_directories)'"
  return value === 'FILE' ? ' -F' : ' -f'
}

function fish(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

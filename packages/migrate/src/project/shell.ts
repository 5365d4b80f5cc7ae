/** A command of a script: `A=1 npx openapi-typescript a.yaml -o b.ts`. */
export interface Command {
  /** Where it begins and ends in the script, without spaces around it. */
  readonly start: number
  readonly end: number
  readonly words: readonly string[]
  /** The file that its output goes to, by `>`. */
  readonly redirect: string | undefined
  /** Whether it reads the output of another command, or something decides while it runs: `$(…)`, `$NAME`, `` ` ``. */
  readonly isUnsure: boolean
}

/** Words and separators of a script of package.json: what both `sh` and `cmd` read alike. */
export function commandsIn(script: string): Command[] {
  const commands: Command[] = []
  let words: string[] = []
  let redirect: string | undefined
  let isUnsure = false
  let start = -1
  let end = 0
  let expectsFile = false
  const finish = (): void => {
    if (words.length > 0) commands.push({ start, end, words, redirect, isUnsure })
    words = []
    redirect = undefined
    isUnsure = false
    expectsFile = false
    start = -1
  }
  let at = 0
  while (at < script.length) {
    const separator = /^(?:&&|\|\||;|\||&|\n)/.exec(script.slice(at))
    if (separator) {
      finish()
      if (separator[0] === '|') isUnsure = true
      at += separator[0].length
    } else if (/\s/.test(script[at] ?? '')) at++
    else if (script[at] === '>') {
      if (script[at + 1] === '>') isUnsure = true
      expectsFile = true
      if (start < 0) start = at
      at += script[at + 1] === '>' ? 2 : 1
    } else {
      const word = wordAt(script, at)
      if (start < 0) start = at
      if (word.isUnsure) isUnsure = true
      if (expectsFile) redirect = word.text
      else words.push(word.text)
      expectsFile = false
      at = word.end
      end = at
    }
  }
  finish()
  return commands
}

interface Word {
  readonly text: string
  readonly end: number
  readonly isUnsure: boolean
}

function wordAt(script: string, from: number): Word {
  let text = ''
  let quote = ''
  let isUnsure = false
  let at = from
  for (; at < script.length; at++) {
    const char = script[at] ?? ''
    if (quote !== "'" && /[$`(){}]/.test(char)) isUnsure = true
    if (quote !== '') {
      if (char === quote) quote = ''
      else if (char === '\\' && quote === '"' && /["\\]/.test(script[at + 1] ?? '')) {
        at++
        text += script[at]
      } else text += char
    } else if (char === '"' || char === "'") quote = char
    else if (/[\s;|&>]/.test(char)) break
    else text += char
  }
  return { text, end: at, isUnsure: isUnsure || quote !== '' }
}

/** Programs that start the next word: `npx -y openapi-typescript@7`. */
const RUNNERS = new Set('npx pnpm yarn bun bunx npm cross-env dotenv'.split(' '))
const RUNNER_WORDS = new Set('exec dlx x run -- -y --yes -p --silent -s -e'.split(' '))

/**
 * The arguments of a program, if the command starts it, with or without a runner. A package with a version is the same
 * program.
 */
export function argumentsOf(command: Command, program: string): string[] | undefined {
  const { words } = command
  let at = 0
  while (/^[A-Za-z_]\w*=/.test(words[at] ?? '')) at++
  let ran = false
  while (RUNNERS.has(words[at] ?? '') || (ran && isRunnerWord(words[at]))) {
    ran = true
    at++
  }
  const name = words[at]?.replace(/^(?:\.\/)?node_modules\/\.bin\//, '').replace(/@[\w.^~-]+$/, '')
  return name === program ? words.slice(at + 1) : undefined
}

function isRunnerWord(word: string | undefined): boolean {
  return word !== undefined && (RUNNER_WORDS.has(word) || /^[A-Za-z_]\w*=/.test(word))
}

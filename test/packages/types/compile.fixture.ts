import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { compiler } from '../../compiler.js'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = path.resolve(here, '../../..')

/** One complaint of the compiler, without the lines that explain it further. */
export interface Complaint {
  readonly file: string
  readonly line: number
  readonly code: string
  /** Everything it said, the explanation included. */
  readonly text: string
}

/** What the workspace's compiler reports for one of the folders next to this file. */
export async function complaintsOf(folder: string): Promise<Complaint[]> {
  const args = ['-p', path.join(here, folder), '--pretty', 'false']
  return parse(await outputOf(args))
}

function outputOf(args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(compiler, args, { cwd: root, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      // 0 without complaints, 1 or 2 with; anything else means that it did not run.
      if (error && ![1, 2].includes(Number(error.code))) reject(error)
      else resolve(stdout + stderr)
    })
  })
}

function parse(output: string): Complaint[] {
  const found: Complaint[] = []
  for (const text of output.split(/\r?\n(?! )/).filter((each) => each !== '')) {
    const [, file, line, code] = /^(.+)\((\d+),\d+\): error (TS\d+): /.exec(text) ?? []
    if (file === undefined || code === undefined) throw new Error(`Not understood: ${text}`)
    found.push({ file: path.basename(file), line: Number(line), code, text })
  }
  return found
}

/** A program that must not compile: its first line says why, a mark says where. */
export interface Rejected {
  readonly file: string
  readonly code: string
  readonly fragment: string
  readonly line: number
}

export function rejectedPrograms(): Rejected[] {
  const folder = path.join(here, 'reject')
  return readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => {
      const lines = readFileSync(path.join(folder, file), 'utf8').split(/\r?\n/)
      const [, code, fragment] = /^\/\/ (TS\d+): (.+)$/.exec(lines[0] ?? '') ?? []
      const marked = lines.flatMap((line, at) => (line.trim() === '// error below' ? [at + 2] : []))
      const [line] = marked
      if (!code || !fragment || line === undefined || marked.length > 1) {
        throw new Error(
          `${file} needs a first line "// TS1234: fragment" and one "// error below".`,
        )
      }
      return { file, code, fragment, line }
    })
}

import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Writes a report to the file of a flag, and creates its folder. */
export function writeReportFile(cwd: string, file: string, text: string): void {
  const target = path.resolve(cwd, file)
  mkdirSync(path.dirname(target), { recursive: true })
  writeFileSync(target, `${text}\n`)
}

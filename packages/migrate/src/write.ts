import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { MigrationError } from './errors.js'
import type { Change } from './plan.js'

/**
 * Writes all changes or none: every new text is written beside its file first, then all are renamed. If that fails
 * halfway, what was renamed is put back.
 */
export function writeChanges(folder: string, changes: readonly Change[]): void {
  for (const change of changes) checkUnchanged(folder, change)
  const staged: { readonly from: string; readonly to: string }[] = []
  const undo: (() => void)[] = []
  let file = ''
  try {
    for (const change of changes) {
      file = change.file
      if (change.kind === 'delete') continue
      const to = path.join(folder, change.file)
      const from = `${to}.${process.pid}.tagwire-migrate`
      mkdirSync(path.dirname(to), { recursive: true })
      staged.push({ from, to })
      writeFileSync(from, change.after, { flag: 'wx' })
    }
    for (const change of changes) {
      file = change.file
      const target = path.join(folder, change.file)
      if (change.kind === 'delete') rmSync(target)
      else renameSync(`${target}.${process.pid}.tagwire-migrate`, target)
      undo.push(() =>
        change.kind === 'create' ? rmSync(target) : writeFileSync(target, change.before),
      )
    }
  } catch (error) {
    for (const back of undo.toReversed()) back()
    for (const { from } of staged) rmSync(from, { force: true })
    throw new MigrationError({
      code: 'TM1009',
      message: `Cannot write ${file}: ${error instanceof Error ? error.message : String(error)}`,
      help: 'Nothing was changed. Mend it, and run this again.',
    })
  }
}

/** Somebody may have saved a file since it was read. */
function checkUnchanged(folder: string, change: Change): void {
  const file = path.join(folder, change.file)
  const isSame =
    change.kind === 'create'
      ? !existsSync(file)
      : existsSync(file) && readFileSync(file, 'utf8') === change.before
  if (isSame) return
  throw new MigrationError({
    code: 'TM1009',
    message: `${change.file} was changed while this ran`,
    help: 'Nothing was written. Run this again.',
  })
}

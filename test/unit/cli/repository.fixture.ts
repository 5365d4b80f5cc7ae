import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Project } from './cli.fixture.js'

/** The author of commits, in git's configuration. */
const WHO = '[user]\n  name = T\n  email = t@example.com\n[commit]\n  gpgsign = false\n'

/** Makes a project an empty repository of git; writing its files is quicker than to start `git init`. */
export function initRepository({ folder, write }: Project): void {
  for (const each of ['objects', 'refs/heads']) {
    mkdirSync(path.join(folder, '.git', each), { recursive: true })
  }
  write('.git/HEAD', 'ref: refs/heads/main\n')
  write('.git/config', WHO)
}

import { spawnSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

const here = path.resolve('test/external/emitters')

const FILES = ['docs/guides/09-react-and-vue.md', 'packages/emit-query/README.md']

/** A block of a framework: what is compiled of it, and the end of its file's name. */
const LANGUAGES: Readonly<Record<string, { readonly ends: string; read(block: string): string }>> =
  {
    tsx: { ends: 'tsx', read: (block) => block },
    // Of a component the script; what its template says is not checked.
    vue: {
      ends: 'ts',
      read: (block) => /<script setup lang="ts">\n(.*?)<\/script>/s.exec(block)?.[1] ?? '',
    },
  }

/** Compiles every React and Vue block of the documentation as a separate module. */
export async function tryDocumented(): Promise<undefined> {
  const folder = path.join(here, '.cache/documented')
  await mkdir(folder, { recursive: true })
  const found = new Set<string>()
  for (const file of FILES) {
    const text = await readFile(file, 'utf8')
    let index = 0
    for (const [, name = '', block = ''] of text.matchAll(/^```(\w+)\n(.*?)^```$/gms)) {
      const language = LANGUAGES[name]
      if (!language) continue
      const program = language.read(block)
      if (program === '') throw new Error(`${file}: a ${name} block without a script`)
      found.add(name)
      const module = `${path.parse(file).name}-${++index}.${language.ends}`
      await writeFile(path.join(folder, module), program)
    }
  }
  for (const name of Object.keys(LANGUAGES))
    if (!found.has(name)) throw new Error(`no ${name} block in ${FILES.join(' and ')}`)
  await writeFile(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: '../../page/tsconfig.json',
      compilerOptions: {
        moduleDetection: 'force',
        paths: {
          '@tagwire/routing': ['../routing/src'],
          '@tagwire/routing/*': ['../routing/src/*'],
        },
      },
      include: ['.'],
    }),
  )
  const compiler = path.resolve('node_modules/typescript/bin/tsc')
  const args = [compiler, '-p', folder, '--pretty', 'false']
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`the documentation does not compile:\n${stdout}`)
  return undefined
}

// Installs the packed packages in an empty project, as a user would, and tests them there.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))
const tarballs = path.join(here, '.cache/tarballs')
const compilers = ['5.4', '5.9', '6.0', '7.0']
const resolutions = ['nodenext', 'bundler']
const packages = {
  tagwire: 'generator',
  '@tagwire/runtime': 'packages/runtime',
  '@tagwire/routing': 'packages/routing',
  '@tagwire/routing-execute': 'packages/routing-execute',
  '@tagwire/routing-sandbox': 'packages/routing-sandbox',
  '@tagwire/node-rpc': 'packages/node-rpc',
  '@tagwire/node-rpc-0.37': 'packages/node-rpc-0.37',
  '@tagwire/node-rpc-1.0': 'packages/node-rpc-1.0',
  '@tagwire/emit-docs': 'packages/emit-docs',
  '@tagwire/emit-mcp': 'packages/emit-mcp',
  '@tagwire/emit-msw': 'packages/emit-msw',
  '@tagwire/emit-query': 'packages/emit-query',
  '@tagwire/emit-server': 'packages/emit-server',
  '@tagwire/emit-zod': 'packages/emit-zod',
  '@tagwire/migrate': 'packages/migrate',
}
/** The libraries that emitters and `./http` are for, in the versions of this repository's tests. */
const libraries = ['@tanstack/query-core', 'msw', 'openapi-fetch', 'zod']

const failures = []
const project = mkdtempSync(path.join(os.tmpdir(), 'tagwire-consumer-'))
try {
  install()
  for (const version of compilers) {
    const compiler = path.join(here, `node_modules/typescript-${version}/bin/tsc`)
    for (const resolution of resolutions) {
      attempt(`TypeScript ${version}, ${resolution}`, process.execPath, [
        compiler,
        '-p',
        `tsconfig.${resolution}.json`,
      ])
    }
  }
  attempt(`import, Node ${process.version}`, process.execPath, ['out/main.js'])
  if (process.features.require_module) {
    attempt(`require, Node ${process.version}`, process.execPath, ['require.cjs'])
  } else {
    console.log(`not tried: require, which Node ${process.version} cannot do with modules`)
  }
  const tagwire = ['node_modules/tagwire/dist/main.js', 'generate', '--strict']
  const made = ['--spec', 'api.yaml', '--out', 'made', '--name', '@consumer/api']
  attempt('the installed generator', process.execPath, [...tagwire, ...made])
  attempt('what it made compiles', process.execPath, [
    path.join(here, 'node_modules/typescript-5.9/bin/tsc'),
    '-p',
    'made',
  ])
  const emit = 'client,schema,mock,@tagwire/emit-query,@tagwire/emit-zod,@tagwire/emit-msw'
  const more = ['--spec', 'api.yaml', '--out', 'more', '--name', '@consumer/more', '--emit', emit]
  attempt('installed emitters', process.execPath, [...tagwire, ...more])
  attempt('what emitters made compiles', process.execPath, [
    path.join(here, 'node_modules/typescript-5.9/bin/tsc'),
    '-p',
    'more',
    '--skipLibCheck',
  ])
  for (const tarball of Object.values(packages).map(tarballOf)) {
    const name = path.basename(tarball)
    attempt(`publint, ${name}`, process.execPath, [
      bin('publint', 'src/cli.js'),
      tarball,
      '--strict',
    ])
    attempt(`attw, ${name}`, process.execPath, [
      bin('@arethetypeswrong/cli', 'dist/index.js'),
      tarball,
      '--profile',
      'esm-only',
    ])
  }
} finally {
  rmSync(project, { recursive: true, force: true })
}
if (failures.length > 0) {
  console.error(`\n${failures.length} failed: ${failures.join('; ')}`)
  process.exitCode = 1
}

function install() {
  cpSync(path.join(here, 'program'), project, { recursive: true })
  const dependencies = Object.fromEntries(
    Object.entries(packages).map(([name, folder]) => [name, `file:${tarballOf(folder)}`]),
  )
  const own = JSON.parse(readFileSync(path.join(here, '../../../package.json'), 'utf8'))
  for (const name of libraries) dependencies[name] = own.devDependencies[name]
  const manifest = { name: 'consumer', private: true, type: 'module', dependencies }
  writeFileSync(path.join(project, 'package.json'), JSON.stringify(manifest))
  // A command line of fixed words: npm is a script of the shell on some systems.
  execFileSync('npm install --no-audit --no-fund --loglevel=error', {
    cwd: project,
    shell: true,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

function tarballOf(folder) {
  const manifest = path.join(here, '../../..', folder, 'package.json')
  const { name, version } = JSON.parse(readFileSync(manifest, 'utf8'))
  return path.join(tarballs, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`)
}

function bin(name, file) {
  return path.join(here, 'node_modules', name, file)
}

function attempt(title, command, args) {
  try {
    execFileSync(command, args, { cwd: project, stdio: 'pipe', encoding: 'utf8' })
    console.log(`ok      ${title}`)
  } catch (error) {
    failures.push(title)
    console.log(`failed  ${title}\n${error.stdout ?? ''}${error.stderr ?? ''}`)
  }
}

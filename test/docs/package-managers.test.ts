import { expect, it } from 'vitest'
import { commandsFor } from '../../docs/site/browser/package-managers.js'

it.each([
  ['npm install @acme/shop', 'pnpm add @acme/shop', 'yarn add @acme/shop', 'bun add @acme/shop'],
  [
    'npm install --save-dev tagwire',
    'pnpm add -D tagwire',
    'yarn add -D tagwire',
    'bun add -D tagwire',
  ],
  [
    'npx tagwire check # in CI',
    'pnpm dlx tagwire check # in CI',
    'yarn dlx tagwire check # in CI',
    'bunx tagwire check # in CI',
  ],
])('%s for other package managers', (npm, pnpm, yarn, bun) => {
  expect(commandsFor('npm', npm)).toBe(npm)
  expect(commandsFor('pnpm', npm)).toBe(pnpm)
  expect(commandsFor('yarn', npm)).toBe(yarn)
  expect(commandsFor('bun', npm)).toBe(bun)
})

it.each(['npm install', 'npx -y pnpm@12 generate', 'git clone x', 'npm install --global x'])(
  'there is no choice for %s',
  (commands) => expect(commandsFor('pnpm', commands)).toBeUndefined(),
)

it('lines that are no commands of npm stay', () => {
  expect(commandsFor('bun', 'cd app\nnpm install x\nnode main.js')).toBe(
    'cd app\nbun add x\nnode main.js',
  )
})

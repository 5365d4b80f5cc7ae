import { defineConfig } from 'vitest/config'

const withNode = ['test/e2e/{node,chaos}/**/*.test.ts']

export default defineConfig({
  test: {
    testTimeout: 20_000,
    // One more than by default: many tests wait for a process or for a timer.
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: {
          name: 'plain',
          include: ['test/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...withNode],
        },
      },
      {
        // These run against a real node; getting its program is what the setup is for.
        extends: true,
        test: {
          name: 'node',
          include: withNode,
          hookTimeout: 60_000,
          globalSetup: ['test/e2e/node/harness/global-setup.ts'],
        },
      },
    ],
  },
})

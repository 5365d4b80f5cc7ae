// Prints when each job of the nightly workflow was last green, for the summary of a run.
import { lastGreenTable, readRuns } from './last-green.js'

const { GITHUB_API_URL: api, GITHUB_REPOSITORY: repository, GITHUB_TOKEN: token } = process.env
if (!api || !repository || !token)
  throw new Error('GITHUB_API_URL, GITHUB_REPOSITORY and GITHUB_TOKEN have to be set')
console.log(
  `## When each was last green\n\n${lastGreenTable(await readRuns({ api, repository, token }))}`,
)

/** One job of one run of a workflow. */
export interface Job {
  readonly name: string
  /** How it ended, unless it still runs. */
  readonly conclusion: string | null
  readonly finished: string | null
  readonly commit: string
}

/** How many runs are read: a job that was not green in any of them is called so. */
const RUNS = 30

interface Workflow {
  /** `https://api.github.com` */
  readonly api: string
  /** `owner/name` */
  readonly repository: string
  readonly token: string
}

/** The jobs of the newest runs of the nightly workflow, the newest run first. */
export async function readRuns(
  { api, repository, token }: Workflow,
  fetch: typeof globalThis.fetch = globalThis.fetch,
): Promise<Job[][]> {
  const read = async <Body>(path: string): Promise<Body> => {
    const response = await fetch(`${api}/repos/${repository}/actions/${path}`, {
      headers: { accept: 'application/vnd.github+json', authorization: `Bearer ${token}` },
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    const body: Body = await response.json()
    return body
  }
  const { workflow_runs: runs } = await read<{
    workflow_runs: readonly { id: number; head_sha: string }[]
  }>(`workflows/nightly.yml/runs?per_page=${RUNS}`)
  return Promise.all(
    runs.map(async ({ id, head_sha: commit }) => {
      const { jobs } = await read<{
        jobs: readonly { name: string; conclusion: string | null; completed_at: string | null }[]
      }>(`runs/${id}/jobs?per_page=100`)
      return jobs.map(({ name, conclusion, completed_at: finished }) => {
        return { name, conclusion, finished, commit }
      })
    }),
  )
}

/**
 * A table of when each job was last green, on which commit, and how its newest run ended. Jobs are listed in the order
 * of the newest run that has them.
 */
export function lastGreenTable(runs: readonly (readonly Job[])[]): string {
  const rows = new Map<string, { newest?: Job; green?: Job }>()
  for (const job of runs.flat()) {
    const row = rows.get(job.name) ?? {}
    // What still runs has no result; the table itself is made by a job that still runs.
    if (job.conclusion !== null) row.newest ??= job
    if (job.conclusion === 'success') row.green ??= job
    rows.set(job.name, row)
  }
  const lines = [...rows].flatMap(([name, { newest, green }]) => {
    if (!newest) return []
    const last = green
      ? `${green.finished?.slice(0, 10)} (\`${green.commit.slice(0, 8)}\`)`
      : `not in the last ${runs.length} runs`
    return `| ${name} | ${last} | ${newest.conclusion} |`
  })
  return ['| job | last green | newest run |', '| --- | --- | --- |', ...lines, ''].join('\n')
}

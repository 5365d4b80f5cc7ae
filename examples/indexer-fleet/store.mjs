import pg from 'pg'

/** Heights per range: a few seconds of work. What is stored of a range is not read again. */
const rangeSize = Number(process.env.RANGE ?? 250)

/** Tests run with less than a second per second. */
const scale = Number(process.env.TIME_SCALE ?? 1)
/** How often a worker says that it is alive. */
export const beatMs = 5_000 * scale
/** After how much silence its range is queued again. */
const silenceMs = 20_000 * scale
/** How often to look for ranges, and for workers that are gone. */
export const idleMs = 500 * scale

/** The pause before the next attempt: a second, then twice as long each time, up to a minute. */
export function pauseMs(failures) {
  return Math.min(60_000, 1_000 * 2 ** Math.min(failures - 1, 10)) * scale
}

/** For lines that say what happened, with the time. */
export function log(...words) {
  console.log(new Date().toISOString(), ...words)
}

/** The message of an error, and what caused it, such as ECONNREFUSED. */
export function reasonOf(error) {
  if (!(error instanceof Error)) return String(error)
  const { message, code, cause } = error
  const own = message || code
  return cause === undefined ? own : `${own}: ${reasonOf(cause)}`
}

export async function openStore(url) {
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  // A connection that breaks while nobody uses it is replaced; without a listener, it would end the process.
  pool.on('error', (error) => log('database:', error.message))
  // Without a lock, processes that start at the same time would create the same tables.
  const client = await pool.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [setupLock])
    await client.query(tables)
    await client.query('SELECT pg_advisory_unlock($1)', [setupLock])
  } finally {
    client.release()
  }
  return pool
}

/** Any two numbers that are not used for other locks in this database. */
const setupLock = 7_461_677
export const followerLock = 7_461_678

const tables = `
  CREATE TABLE IF NOT EXISTS txs (
    height bigint NOT NULL,
    place integer NOT NULL,
    hash text NOT NULL,
    code integer NOT NULL,
    tx text NOT NULL,
    PRIMARY KEY (height, place)
  );
  CREATE TABLE IF NOT EXISTS done (height bigint PRIMARY KEY);
  CREATE TABLE IF NOT EXISTS state (key text PRIMARY KEY, value jsonb NOT NULL);
  -- A range is complete when "next" is behind "last". Until then, it stays here and is tried again.
  CREATE TABLE IF NOT EXISTS ranges (
    first bigint PRIMARY KEY,
    last bigint NOT NULL,
    next bigint NOT NULL,
    worker text,
    heard_at timestamptz,
    failures integer NOT NULL DEFAULT 0,
    not_before timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX IF NOT EXISTS open_ranges ON ranges (first) WHERE next <= last;
`

/** Runs a function in a transaction. */
export async function transaction(pool, run) {
  const client = await pool.connect()
  let broken
  try {
    await client.query('BEGIN')
    const result = await run(client)
    await client.query('COMMIT')
    return result
  } catch (error) {
    // If the connection is lost, PostgreSQL rolls back by itself; the connection is not used again.
    await client.query('ROLLBACK').catch((reason) => {
      broken = reason
    })
    throw error
  } finally {
    client.release(broken)
  }
}

/** Stores the rows of whole heights, and marks the heights as done. Rows that are there stay. */
export async function storeHeights(client, first, last, events) {
  await client.query(
    `INSERT INTO txs SELECT * FROM jsonb_to_recordset($1)
       AS row(height bigint, place integer, hash text, code integer, tx text)
     ON CONFLICT DO NOTHING`,
    [JSON.stringify(events.map(rowOf))],
  )
  await client.query(
    'INSERT INTO done SELECT generate_series($1::bigint, $2::bigint) ON CONFLICT DO NOTHING',
    [first, last],
  )
}

export function heightOf(event) {
  return Number(event.data.value.TxResult.height)
}

function rowOf(event) {
  const { height = '0', index = 0, tx = '', result } = event.data.value.TxResult
  return { height, place: index, hash: event.events['tx.hash'][0], code: result.code ?? 0, tx }
}

/** Queues all heights between two, both included. */
export async function queueRanges(client, from, to) {
  await client.query(
    `INSERT INTO ranges (first, last, next)
       SELECT first, least(first + $3 - 1, $2), first
       FROM generate_series($1::bigint, $2::bigint, $3::bigint) AS first
     ON CONFLICT DO NOTHING`,
    [from, to, rangeSize],
  )
}

/** The next range that nobody reads, if there is one. From now on, it belongs to this worker. */
export async function claimRange(pool, worker) {
  const { rows } = await pool.query(
    `UPDATE ranges SET worker = $1, heard_at = now() WHERE first = (
       SELECT first FROM ranges
       WHERE next <= last AND worker IS NULL AND not_before <= now()
       ORDER BY first LIMIT 1 FOR UPDATE SKIP LOCKED
     ) RETURNING first::int, last::int, next::int, failures`,
    [worker],
  )
  return rows[0]
}

/** Throws if the range is no longer this worker's. */
async function updateOwn(client, { first }, worker, changes, values) {
  const { rowCount } = await client.query(
    `UPDATE ranges SET ${changes} WHERE first = $1 AND worker = $2`,
    [first, worker, ...values],
  )
  if (rowCount === 0) throw new Error('another worker has it')
}

export function beat(pool, range, worker) {
  return updateOwn(pool, range, worker, 'heard_at = now()', [])
}

/** Notes up to where the range is stored. */
export function advanceRange(client, range, worker, next) {
  return updateOwn(client, range, worker, 'next = $3, failures = 0, heard_at = now()', [next])
}

/** Gives a range back, for anybody, after a pause if it failed. */
export function releaseRange(pool, range, worker, failures, pause) {
  const changes = `worker = NULL, failures = $3, not_before = now() + $4 * interval '1 millisecond'`
  return updateOwn(pool, range, worker, changes, [failures, pause])
}

/** Queues the ranges of workers that have not been heard of for too long. */
export async function requeueSilent(pool) {
  const { rows } = await pool.query(
    `UPDATE ranges r SET worker = NULL FROM ranges old
     WHERE r.first = old.first AND r.next <= r.last AND r.worker IS NOT NULL
       AND r.heard_at < now() - $1 * interval '1 millisecond'
     RETURNING r.first::int, r.last::int, old.worker`,
    [silenceMs],
  )
  for (const { first, last, worker } of rows) {
    log(`range ${first}-${last}: nothing heard of ${worker}; queued again`)
  }
}

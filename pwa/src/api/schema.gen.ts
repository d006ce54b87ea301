// The doors this build calls, in the shape that openapi-typescript gives.

interface Refusal {
  code: string
  message: string
}
interface Row {
  id: string
  v: number
}
interface Page {
  rows: Row[]
  next: string | null
}
interface Answers<T> {
  200: { content: { 'application/json': T } }
  404: { content: { 'application/json': Refusal } }
}
interface Post<Body, T> {
  post: { requestBody: { content: { 'application/json': Body } }; responses: Answers<T> }
}

export interface paths {
  '/rest/v1/messages': Post<{ id: string; client_id: string; content: string }, Row> & {
    get: { parameters: { query: { client_id: string; before?: string; limit?: number } }; responses: Answers<Page> }
  }
  '/rest/v1/threads': {
    put: {
      requestBody: { content: { 'application/json': { id: string; read_to: string } } }
      responses: Answers<Row>
    }
  }
  '/realtime/v1/bootstrap': Post<{ s: string }, { s: string; e: string; c: number; at: string; tables: string[] }>
  '/realtime/v1/rows': {
    get: {
      parameters: { query: { s: string; tbl: string; after?: string; limit?: number } }
      responses: Answers<Page>
    }
  }
}

// The hidden frame for API calls that need no card.
import { call, connect } from './frame.js'

connect(async (data, send) => {
  if (data.type === 'call') send({ responseTo: data.id, result: await call(data) })
})

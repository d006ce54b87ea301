// The hidden frame for API calls that need no card.
import { call, connect } from './frame.js'

connect(async (data, tell) => {
  if (data.type === 'call') tell({ answers: data.number, said: await call(data) })
})

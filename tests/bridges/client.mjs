// A client in another language: plays the actions of argv over HTTP and over WebSocket, and prints what it is told.
const [origin, token, actions] = [process.argv[2], process.argv[3], JSON.parse(process.argv[4])];
const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
const begin = { configuration: process.argv[5] };

async function http(method, path, body) {
  const answer = await fetch(origin + path, { method, headers, body: body && JSON.stringify(body) });
  return answer.json();
}

async function overHttp() {
  const { id } = await http("POST", "/sessions", { channels: "tree+tools" });
  const heard = [await http("POST", `/sessions/${id}/reset`, begin)];
  for (const action of actions) heard.push(await http("POST", `/sessions/${id}/step`, { action }));
  return [...heard, await http("DELETE", `/sessions/${id}`)];
}

async function overSocket() {
  const socket = new WebSocket(origin.replace("http", "ws") + "/ws", { headers });
  const answers = [];
  let wake;
  socket.onmessage = (event) => { answers.push(JSON.parse(event.data)); wake?.(); };
  await new Promise((resolve, reject) => { socket.onopen = resolve; socket.onerror = reject; });
  const ask = async (message) => {
    socket.send(JSON.stringify(message));
    if (!answers.length) await new Promise((resolve) => { wake = resolve; });
    const { type, ...rest } = answers.shift();
    if (type !== message.type) throw new Error(JSON.stringify(rest));
    return rest;
  };
  await ask({ type: "open", channels: "tree+tools" });
  const heard = [await ask({ type: "reset", ...begin })];
  for (const action of actions) heard.push(await ask({ type: "step", action }));
  heard.push(await ask({ type: "close" }));
  socket.close();
  return heard;
}

console.log(JSON.stringify({ http: await overHttp(), socket: await overSocket() }));

import { startTestDatabase } from '@lectern/env';
import { createQuickSearch } from '@lectern/services';
import { databaseWithUsers, terms } from './quick-search/users.ts';
import { Pool } from 'pg';
const server = await startTestDatabase();
const url = await databaseWithUsers(server.url, 1_000_000);
const surl = await databaseWithUsers(server.url, 10_000);
const mk=(u:string)=>{const p=new Pool({connectionString:u}); p.on('error',()=>{}); return p;};
const pool = mk(url), spool=mk(surl);
console.log((await pool.query(`select 1, relpages, relallvisible, reltuples from pg_class where relname='users'`)).rows);
await pool.query('vacuum aua.users');
console.log((await pool.query(`select 1, relpages, relallvisible, reltuples from pg_class where relname='users'`)).rows);
await pool.query('checkpoint');
const key='lower(users.email collate "de-x-icu") collate "C"';
const cols='subject, given_name, family_name, email, locale';
const range=`${key} >= lower($1::text collate "de-x-icu") collate "C" and ${key} < (lower($1::text collate "de-x-icu") || chr(1114111)) collate "C"`;
const order=`order by ${key}, users.subject collate "C" limit`;
const anti='and not exists (select from aua.subject_links where from_subject = users.subject)';
const antiText=`select ${cols} from aua.users where ${range} ${anti} ${order} $2`;
const bareText=`select ${cols} from aua.users where ${key} >= $1 and ${key} < $2 ${order} 11`;
const qs=createQuickSearch(pool), sqs=createQuickSearch(spool);
const ways:Record<string,(t:string)=>Promise<unknown>>={
 bare:t=>pool.query({text:bareText,values:[t,t+'\u{10ffff}']}),
 bareNamed:t=>pool.query({name:'b',text:bareText,values:[t,t+'\u{10ffff}']}),
 noAnti:t=>pool.query({name:'na',text:`select ${cols} from aua.users where ${range} ${order} $2`,values:[t,11]}),
 noAntiUn:t=>pool.query({text:`select ${cols} from aua.users where ${range} ${order} $2`,values:[t,11]}),
 antiUn:t=>pool.query({text:antiText,values:[t,11]}),
 anti:t=>pool.query({name:'a',text:antiText,values:[t,11]}),
 anti11:t=>pool.query({name:'a11',text:`select ${cols} from aua.users where ${range} ${anti} ${order} 11`,values:[t]}),
 own:t=>qs({term:t,type:'email',limit:10}),
 few:t=>sqs({term:t,type:'email',limit:10}),
 fewBare:t=>spool.query({name:'b',text:bareText,values:[t,t+'\u{10ffff}']}),
};
const names=Object.keys(ways); const all:Record<string,number[]>={}; let turn=0;
for(let r=0;r<220;r++) for(let i=0;i<names.length;i++){ const n=names[(i+r)%names.length]!; const ts=terms(n.startsWith('few')?10_000:1_000_000,turn++,40);
 await Promise.all([0,1].map(async()=>{for(let t=ts.pop();t!==undefined;t=ts.pop()){const s=performance.now();await ways[n]!(t);if(r>19)(all[n]??=[]).push(performance.now()-s);}}));}
for(const n of names){const l=all[n]!.toSorted((a,b)=>a-b);console.log(n.padEnd(10),[.1,.25,.5,.75,.9,.95,.99].map(p=>l[Math.floor(l.length*p)]!.toFixed(3)).join(' '));}
await pool.end(); await spool.end(); await server.stop();

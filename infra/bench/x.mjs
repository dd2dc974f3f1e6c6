import { rmSync, mkdirSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
const root='/work/main';
const { openCluster, startCluster, stopCluster, runningUrl } = await import(root+'/infra/servers/dist/index.js');
const { openDatabase, migrateDatabase } = await import('@funnel/db');
const { importCatalog } = await import('@funnel/ingest');
const { catalogOf, newEvents } = await import(root+'/infra/bench/dist/ingest/events.js');
const { parseEvent } = await import(root+'/packages/ingest/dist/events/event.js');
const { verifyIds } = await import(root+'/packages/ingest/dist/events/verify-ids.js');
const { appendEvents } = await import(root+'/packages/ingest/dist/events/append-events.js');
const folder='/tmp/bf/data2'; rmSync(folder,{recursive:true,force:true}); mkdirSync(folder,{recursive:true});
const cluster = await openCluster(folder+'/pg'); await startCluster(cluster);
const url = await runningUrl(folder+'/pg','postgres');
try {
  await migrateDatabase(url);
  const db = openDatabase({ url, applicationName:'x', maxConnections: 16, reusePlans:true });
  await importCatalog(db, catalogOf(1000,20), {encryptionKey:new Uint8Array(randomBytes(32)), now:new Date()});
  const acc={};
  const t=async(k,f)=>{const s=performance.now(); const r=await f(); (acc[k]??=[]).push(performance.now()-s); return r;};
  for (let r=0;r<12;r++){
    const evs=newEvents(10000,{websites:1000,campaigns:20});
    await db.sql.unsafe('truncate pending_events');
    const now=new Date();
    const p=await t('parse',()=>evs.map(e=>parseEvent(e,now)));
    const v=await t('verify',()=>verifyIds(db,p,()=>{}));
    await t('append',()=>appendEvents(db,v,[]));
  }
  const med=a=>a.slice(2).sort((x,y)=>x-y)[Math.floor((a.length-2)/2)];
  for (const k in acc) console.log(k, med(acc[k]).toFixed(1)+' ms');
  // explain
  const { readFileSync } = await import('node:fs');
  const day=(d)=>new Date(d*86400000).toISOString().slice(0,10);
  const texts=process.argv.slice(2).map(f=>[f,readFileSync(f,'utf8')]);
  const out={};
  for (let r=0;r<14;r++) for (const empty of [false,true]) for (const [f,text] of texts){
    const v=await verifyIds(db,newEvents(10000,{websites:1000,campaigns:20}).map(e=>parseEvent(e,new Date())),()=>{});
    await db.sql.unsafe('truncate pending_events');
    const s=performance.now();
    const c=g=>empty && v.every(e=>g(e)===undefined) ? '{}' : '{'+v.map(e=>g(e)??'NULL').join(',')+'}';
    const params=[c(e=>e.websiteId),c(e=>e.eventId),c(e=>day(e.day)),c(e=>e.type),c(e=>e.campaignId),c(e=>e.variantId),c(e=>e.stepId),c(e=>e.elementId),c(e=>e.visitor),c(e=>e.revenueCents/100n),c(e=>undefined),c(e=>undefined),'{}'];
    await db.sql.unsafe(text,params,{prepare:true}); (out[f+' '+empty]??=[]).push(performance.now()-s);
  }
  for (const k in out) console.log(k, med(out[k]).toFixed(1));
  await db.close();
} finally { await stopCluster(cluster); }

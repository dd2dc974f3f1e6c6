#!/bin/sh
# Runs a template of a job (a suspended CronJob) once: `run.sh cli user list`, `run.sh backup`, `run.sh restore`.
# It waits, prints the log of the job, deletes the job, and ends as the command did.
# `run.sh apply OVERLAY` installs or updates what the folder describes, and waits for its jobs; `run.sh remove OVERLAY` deletes it, but
# not the namespace and the volume of the dumps.
# NAMESPACE is `funnel` by default. Nothing but kubectl is needed.
set -eu

namespace=${NAMESPACE:-funnel}
template=${1:?usage: run.sh cli|backup|restore [ARGUMENTS], or run.sh apply|remove OVERLAY}
shift

# Prints the objects of an overlay that awk selects. A job cannot be changed, so its name ends with a sum of all jobs: another version or
# other variables make other jobs.
objects() {
  sum=$(printf '%s\n' "$rendered" | awk -v RS='\n---\n' '/(^|\n)kind: Job\n/' | cksum | cut -d ' ' -f 1)
  printf '%s\n' "$rendered" | awk -v RS='\n---\n' -v ORS='\n---\n' -v sum="$sum" "
    /(^|\n)kind: Job\n/ { sub(/\n  name: [a-z]+/, \"&-\" sum) }
    $1"
}

case $template in
apply | remove)
  rendered=$(kubectl kustomize "${1:?usage: run.sh $template OVERLAY}")
  if [ "$template" = remove ]; then
    objects '!/(^|\n)kind: (Namespace|PersistentVolumeClaim)\n/' | kubectl delete --ignore-not-found --filename=-
    exit
  fi
  objects 1 | kubectl apply --filename=-
  jobs=$(objects '/(^|\n)kind: Job\n/' | sed -n 's|^  name: |job/|p')
  # Two words, or more.
  # shellcheck disable=SC2086
  kubectl wait --namespace="$namespace" --for=condition=complete --timeout=10m $jobs
  exit
  ;;
esac

job=$template-$(date -u +%Y%m%d%H%M%S)-$$

# The arguments as JSON.
args=
for arg in "$@"; do
  case $arg in
  *[[:cntrl:]]*)
    echo "run.sh: an argument must not have line breaks or other control characters" >&2
    exit 2
    ;;
  esac
  escaped=$(printf '%s' "$arg" | sed 's/[\\"]/\\&/g')
  args=$args${args:+, }\"$escaped\"
done

kubectl create job "$job" --namespace="$namespace" --from="cronjob/$template" --dry-run=client --output=json |
  kubectl patch --local --filename=- --type=json --output=json \
    --patch="[{ \"op\": \"add\", \"path\": \"/spec/template/spec/containers/0/args\", \"value\": [$args] }]" |
  kubectl create --namespace="$namespace" --filename=- >&2

trap 'echo "run.sh: the job goes on: kubectl logs --namespace $namespace --follow job/$job" >&2; exit 130' INT TERM
while :; do
  state=$(kubectl get job "$job" --namespace="$namespace" \
    --output=jsonpath='{.status.conditions[?(@.status=="True")].type}')
  case $state in
  *Complete*) status=0 && break ;;
  *Failed*) status=1 && break ;;
  esac
  sleep 1
done
kubectl logs "job/$job" --namespace="$namespace" || echo "run.sh: there is no log: kubectl describe job $job" >&2
[ "$status" = 0 ] || echo "run.sh: the command failed" >&2
# The log may have a password that is shown once.
kubectl delete job "$job" --namespace="$namespace" --wait=false >&2
exit "$status"
